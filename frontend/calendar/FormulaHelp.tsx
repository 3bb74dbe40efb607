import { Modal } from '../shared/ui/Modal.js';

type FormulaHelpProps = { isOpen: boolean; onClose: () => void };

/** What the three figures of a count cell mean (spec 9, booking count formula). */
export function FormulaHelp({ isOpen, onClose }: FormulaHelpProps) {
  return (
    <Modal title="予約数の計算式" isOpen={isOpen} onClose={onClose}>
      <p className="formula-example">
        <b>12</b>・<b>5</b>・<b>3</b>
      </p>
      <ol className="formula">
        <li>
          <b>左</b> 室数 − 予約数（残りの室数）
        </li>
        <li>
          <b>中</b> 自動登録の予約数
        </li>
        <li>
          <b>右</b> 室数 −（室数 − 予約数）− 自動登録の予約数
        </li>
      </ol>
      <p className="formula-note">予約不可の部屋と倉庫は室数に含みません。</p>
    </Modal>
  );
}
