import { Button } from '@blueprintjs/core';
import { Modal } from '../shared/ui/Modal.js';
import { applyPartialUndo, leaveAsItIs, type UndoConflict } from './undo.atoms.js';

/** Asks about what stands in the way of taking something back, and offers the nearest that can be given back. */
export function UndoConflictDialog({ conflict }: { conflict: UndoConflict }) {
  const { act, direction, reversal } = conflict;
  const { obstacles, changes } = reversal;
  const isUndo = direction === 'undo';
  const offers = changes.length > 0;
  return (
    <Modal
      title={isUndo ? 'すべては元に戻せません' : 'すべてはやり直せません'}
      isOpen
      closeText={offers ? 'やめる' : '閉じる'}
      onClose={leaveAsItIs}
      actions={
        offers && (
          <Button
            intent="primary"
            text={isUndo ? '元に戻せる分だけ戻す' : 'やり直せる分だけやり直す'}
            onClick={applyPartialUndo}
          />
        )
      }
    >
      <div className="undo-conflict stack">
        <p>{act.text}</p>
        <h3>理由</h3>
        <ul>
          {obstacles.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {offers ? (
          <>
            <h3>{isUndo ? '元に戻せる内容' : 'やり直せる内容'}</h3>
            <ul>
              {changes.map(({ booking_id, subject, changes: texts }) => (
                <li key={booking_id}>
                  {subject}
                  <ul>
                    {texts.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>{isUndo ? '元に戻せる内容はありません。' : 'やり直せる内容はありません。'}</p>
        )}
      </div>
    </Modal>
  );
}
