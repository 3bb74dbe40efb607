import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useRef } from 'react';
import { KeyHint } from './KeyHint.js';
import type { KeyName } from './key-table.js';
import { keyProps, useKey } from './keys.js';

type FileButtonProps = {
  /** The key that does the same. */
  keyName: KeyName;
  /** The file's name. */
  label: string;
  /** Called before the choice is offered. */
  onOpen?: () => void;
  onChoose: (files: File[]) => unknown;
  /** File types that are offered, as the browser's `accept`. */
  accept?: string;
};

/** ファイルを選択 of a CSV file, by button or key. */
export function FileButton({ keyName, label, onOpen, onChoose, accept = '.csv,text/csv' }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    onOpen?.();
    input.current?.click();
  };
  useKey(keyName, choose);
  return (
    <>
      <Button
        size="small"
        icon={<Upload size={14} />}
        text="ファイルを選択"
        endIcon={<KeyHint of={keyName} />}
        {...keyProps(keyName, 'ファイルを選択')}
        onClick={choose}
      />
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          void onChoose([...(event.currentTarget.files ?? [])]);
          // The same file chosen again is a choice, too.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
