import { InputGroup } from '@blueprintjs/core';
import { useEffect, useId, useState } from 'react';

type FilterTextProps = {
  label: string;
  value: string;
  width: number;
  /** What becomes of the text when it is taken over. */
  tidy?: (text: string) => string;
  /** Id of a list of suggestions. */
  list?: string;
  onValue: (value: string) => void;
};

/** A text to look for; taken over with Enter or when the field is left. */
export function FilterText({
  label,
  value,
  width,
  tidy = (text) => text.trim(),
  list,
  onValue,
}: FilterTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => void setText(value), [value]);
  const take = () => {
    const taken = tidy(text);
    setText(taken);
    if (taken !== value) onValue(taken);
  };
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="small"
        autoComplete="off"
        style={{ width }}
        list={list}
        value={text}
        onValueChange={setText}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && take()}
      />
    </div>
  );
}
