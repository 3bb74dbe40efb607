/** Shifts `Date` by `offset` ms, once. It needs nothing around it, so that a page can be given its text. */
function shiftDate(offset) {
  const machineDate = globalThis.Date;
  if (machineDate.isShifted) return;
  const now = () => machineDate.now() + offset;
  globalThis.Date = new Proxy(machineDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new machineDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : key === 'isShifted' ? true : Reflect.get(target, key)),
  });
  machineDate.prototype.constructor = globalThis.Date;
}

module.exports = { shiftDate };
