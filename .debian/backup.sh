#!/bin/sh
# The nightly backup of hotel-backup.service: evidence, log and keys, each in a folder named by the time. The evidence
# goes first, so that every checkpoint in its copy lies within the backup. What is older than 14 days goes, keys as well.
set -eu
now=$(date +%FT%H%M%S)
mkdir -p "$BACKUP_DIR/evidence"
if [ -e "$EVIDENCE_DIR/checkpoints.ndjson" ]; then cp -r "$EVIDENCE_DIR" "$BACKUP_DIR/evidence/$now"; fi
node dist/backend/cli/commands.js backup "$BACKUP_DIR/log/$now" --keys "$KEYS_DIR/$now"
find "$BACKUP_DIR/evidence" "$BACKUP_DIR/log" "$KEYS_DIR" -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -r {} +
