import { sourceMarker } from '@domain/calendar/stay-text.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { managesCleaningAtom } from '../shared/cleaning.js';
import { useValue } from '../shared/store.js';
import { CleaningMark } from './RowHeads.js';
import './legend.css';

const SHADES = ['0', '1', '2', '3', '4', '5'];

/** The looks of a bar by its attributes in the calendar, and what they mean. */
const LOOKS = [
  { name: '到着前・支払済', marks: {} },
  { name: '未払い', marks: { 'data-unpaid': 'true' } },
  { name: 'チェックイン済', marks: { 'data-in': true } },
  { name: 'チェックアウト済', marks: { 'data-in': true, 'data-out': true } },
  { name: '前日と同一予約', marks: { 'data-linked': true } },
];

/** Explains the looks of the calendar's cells. */
export function Legend() {
  return (
    <dl className="legend" aria-label="凡例">
      <div>
        <dt>
          {SHADES.map((shade) => (
            <span key={shade} className="stay legend-shade" data-shade={shade}>
              <span className="bar" />
            </span>
          ))}
        </dt>
        <dd>予約ごとの濃淡（6色を順に）</dd>
      </div>
      {LOOKS.map(({ name, marks }) => (
        <div key={name}>
          <dt>
            <span className="stay legend-stay" data-first data-shade="1" {...marks}>
              <span className="bar" data-ends>
                <span className="bar-marker">①</span>
                {'data-unpaid' in marks && <span className="bar-due" />}
                山田
              </span>
            </span>
          </dt>
          <dd>{name}</dd>
        </div>
      ))}
      <div>
        <dt>
          <span className="stay legend-stay">
            <span className="stay-tag">翌OUT</span>
          </span>
          <span className="stay legend-notch">
            <span className="stay-tag" data-narrow />
          </span>
        </dt>
        <dd>翌OUT（1泊で幅がないときは右上の切り欠き）</dd>
      </div>
      <div>
        <dt>
          <span className="cell closed legend-stay" />
        </dt>
        <dd>予約不可</dd>
      </div>
      {useValue(managesCleaningAtom) && (
        <div>
          <dt>
            <CleaningMark state="清掃前" />
            <CleaningMark state="清掃中" />
          </dt>
          <dd>部屋が清掃前・清掃中</dd>
        </div>
      )}
      <div>
        <dt>
          <span className="cell legend-stay">
            <span className="closure-bar">
              <span className="closure-text">売り止め</span>
            </span>
          </span>
        </dt>
        <dd>売り止め（故障・工事などで販売しない日）</dd>
      </div>
      <div>
        <dt>
          <span className="cell legend-stay">
            <span className="closure-bar" data-tentative>
              <span className="closure-text">仮予約</span>
            </span>
          </span>
        </dt>
        <dd>仮予約（期限になると自動で解放）</dd>
      </div>
      <div>
        <dt>{BOOKING_SOURCES.map((source) => sourceMarker(source, 2)).join('')}</dt>
        <dd>
          {BOOKING_SOURCES.map((source, index) => `${index + 1} ${source}`).join('、')}（丸囲みは2泊以上）
        </dd>
      </div>
    </dl>
  );
}
