import { Button } from '@blueprintjs/core';
import type { UndefinedType } from './unmapped-types.js';

type UnmappedTypesProps = {
  types: readonly UndefinedType[];
  /** Null for those who may not. */
  onDefine: ((roomType: string) => void) | null;
};

/** Room types that came and mean nothing yet. */
export function UnmappedTypes({ types, onDefine }: UnmappedTypesProps) {
  if (types.length === 0) return null;
  return (
    <section className="unmapped">
      <h3>未定義の部屋タイプ</h3>
      <ul>
        {types.map(({ roomType, name, waiting }) => (
          <li key={roomType} className="mapping-row">
            <strong>{roomType}</strong>
            <span>
              {name}
              {waiting > 0 && <span className="queue-warning">{` 失敗${waiting}件`}</span>}
            </span>
            {onDefine && (
              <Button
                size="small"
                text="定義する"
                aria-label={`${roomType}を定義する`}
                onClick={() => onDefine(roomType)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
