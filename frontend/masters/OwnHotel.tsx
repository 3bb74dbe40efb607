import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Modal } from '../shared/ui/Modal.js';

/** Starting beside the sample: a data folder of its own, so that both stay. */
const COMMANDS = [
  { where: 'Mac・Linux', command: 'DATA_DIR=.my-hotel SAMPLE_DATA=0 npm start' },
  { where: 'Windows', command: 'cmd /c "set DATA_DIR=.my-hotel&&set SAMPLE_DATA=0&&npm start"' },
];

/** In the sample hotel: how to begin with one's own. */
export function OwnHotel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="minimal" text="自分のホテルで始める" onClick={() => setOpen(true)} />
      <Modal title="自分のホテルで始める" isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="own-hotel stack">
          <p>
            いま表示しているのはサンプルのホテルです。起動している画面で Ctrl+C
            を押して終了し、次の1行で起動すると、別のデータフォルダーに空のホテルができ、開業準備が始まります。
          </p>
          {COMMANDS.map(({ where, command }) => (
            <div key={where}>
              <span className="soft">{where}</span>
              <code>{command}</code>
            </div>
          ))}
          <p>
            サンプルはそのまま残ります。npm start
            だけで起動すれば、またサンプルのホテルです。自分のホテルは、毎回上の1行で起動してください。
          </p>
        </div>
      </Modal>
    </>
  );
}
