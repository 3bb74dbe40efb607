import { dayField, flag, idField } from './fields.js';

/** Body of check-in and check-out: the day, today when left out (contract 4). */
export const stayActionShape = { date: dayField('日付').optional() };
/** Body of the payment call (contract 4). */
export const paymentShape = { payment_type: idField('支払方法').nullable(), payment_flag: flag('支払済') };
