import { dayField, flag, idField } from './fields.js';

/** Body of check-in: the day, today when left out (contract 4). */
export const checkInShape = { date: dayField('日付').optional() };
/** Body of check-out: the day, and whether the nights from then on become free (contract 4). */
export const checkOutShape = { ...checkInShape, free_nights: flag('残りの泊の開放').optional() };
/** Body of the payment call (contract 4). */
export const paymentShape = { payment_type: idField('支払方法').nullable(), payment_flag: flag('支払済') };
