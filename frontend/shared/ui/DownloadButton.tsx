import { Button, type ButtonProps } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { alertFailure } from '../alert-failure.js';
import { saveFile } from '../api/request.js';

type DownloadButtonProps = Pick<ButtonProps, 'text' | 'size' | 'disabled'> & {
  /** The server's path of the file. */
  path: string;
  'data-tooltip'?: string;
  'aria-keyshortcuts'?: string;
};

/** Saves a file of the server; a link could not say by whom it is asked. */
export function DownloadButton({ path, ...button }: DownloadButtonProps) {
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    await saveFile(path).catch((error) => alertFailure(error));
    setLoading(false);
  };
  return (
    <Button
      {...button}
      icon={<Download size={button.size === 'small' ? 12 : 14} />}
      loading={loading}
      onClick={() => save()}
    />
  );
}
