const MINUTE = 60;
const HOUR = 3600;

/** A running or finished time in its two largest units: "42 sec", "1 min 40 sec", "3 hr 5 min". */
export function elapsedText(seconds: number, locale: string): string {
  const unit = (name: 'second' | 'minute' | 'hour', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count);
  if (seconds < MINUTE) return unit('second', seconds);
  const [large, small] =
    seconds < HOUR
      ? ([unit('minute', Math.floor(seconds / MINUTE)), [seconds % MINUTE, 'second']] as const)
      : ([unit('hour', Math.floor(seconds / HOUR)), [Math.floor((seconds % HOUR) / MINUTE), 'minute']] as const);
  const [count, name] = small;
  return count === 0 ? large : `${large} ${unit(name, count)}`;
}
