/** The slope of the straight line nearest to these numbers (least squares), per step from one to the next. */
export function fitSlope(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2;
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const rise = numbers.reduce((sum, value, step) => sum + (step - middle) * (value - mean), 0);
  const run = numbers.reduce((sum, _value, step) => sum + (step - middle) ** 2, 0);
  return rise / run;
}
