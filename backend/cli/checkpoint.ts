import 'reflect-metadata';
import { CheckpointService } from '../evidence/evidence.module.js';
import { migrateToLatest } from '../platform/migrate.js';
import { runCommand, withDatabase } from './command.js';

runCommand(() =>
  withDatabase(async (databaseUrl, config) => {
    await migrateToLatest(databaseUrl);
    const checkpoint = await new CheckpointService(databaseUrl, config).make();
    const position = checkpoint.position.toLocaleString('ja-JP');
    console.log(`位置 ${position} のチェックポイントがあります(署名 ${checkpoint.created_at})。`);
    console.log(`ハッシュ: ${checkpoint.hash}`);
    console.log(`フォルダー: ${config.evidenceDir}`);
  }),
);
