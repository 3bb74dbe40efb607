import { Button, InputGroup } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { type FormEvent, useState } from 'react';
import { recordWeather } from '../calendar/weather.js';
import { weatherAtom } from '../shared/calendar-data/calendar.js';
import { store } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';

const USUAL = ['晴れ', '晴れのち曇り', '曇り', '曇りのち雨', '雨', '雷雨', '雪', '台風'];
const FORM_ID = 'weather-form';
const MAX_WEATHER = 100;

/** Records a day's weather: one of the usual words on one click, or any text. */
export function WeatherModal({ date, onClose }: { date: Day; onClose: () => void }) {
  const [text, setText] = useState(store.get(weatherAtom).get(date)?.weather ?? '');
  const save = (weather: string) => {
    void recordWeather(date, weather);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(text.trim());
  };
  return (
    <Modal
      title={`天気の登録 ${dayText(date)}`}
      isOpen
      ownFocus
      onClose={onClose}
      actions={<Button type="submit" form={FORM_ID} intent="primary" text="保存" />}
    >
      <form id={FORM_ID} onSubmit={onSubmit} className="weather-form">
        <label htmlFor="weather-text">天気</label>
        <InputGroup
          id="weather-text"
          autoFocus
          autoComplete="off"
          maxLength={MAX_WEATHER}
          value={text}
          onValueChange={setText}
        />
        <div className="weather-choices">
          {USUAL.map((word) => (
            <Button key={word} size="small" text={word} active={word === text} onClick={() => save(word)} />
          ))}
        </div>
      </form>
    </Modal>
  );
}
