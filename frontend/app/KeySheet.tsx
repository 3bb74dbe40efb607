import { Checkbox } from '@blueprintjs/core';
import { Legend } from '../calendar/Legend.js';
import { useValue, useWrite } from '../shared/store.js';
import { KEY_PLACES } from '../shared/ui/key-table.js';
import { chordParts, singleKeysAtom } from '../shared/ui/keys.js';
import { Modal } from '../shared/ui/Modal.js';
import { OWN_VERSION } from '../shared/version.js';

function Chord({ chord }: { chord: string }) {
  return (
    <span className="chord">
      {chordParts(chord).map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}

/** Every key of the product and what it does. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const areOn = useValue(singleKeysAtom);
  const turn = useWrite(singleKeysAtom);
  return (
    <Modal title="キー操作一覧" isOpen onClose={onClose}>
      <Checkbox
        checked={areOn}
        label="1文字だけのキー（I、1、? など）を使う（入力欄・見出し・パネルにいる間は働きません）"
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen the keys scroll, with the keyboard too */}
      <section className="key-sheet" aria-label="キーの一覧" tabIndex={0}>
        {Object.entries(KEY_PLACES).map(([place, keys]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {Object.entries<readonly string[]>(keys).map(([id, [name, ...chords]]) => (
                <div key={id}>
                  <dt>
                    {chords.map((chord) => (
                      <Chord key={chord} chord={chord} />
                    ))}
                  </dt>
                  <dd>{name}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <Legend />
      <p className="about">{`ホテル フロント バージョン ${OWN_VERSION}`}</p>
    </Modal>
  );
}
