/** The samples of a series, one a minute, in promtool's notation: `0+1x60` is 0, 1, … 60. */
export type Samples = Readonly<Record<string, string>>;

export type AlertCase = {
  readonly alert: string;
  /** Samples with which the alert fires `after` this time, and not at `before`. */
  readonly bad: Samples;
  readonly after: string;
  /** A moment at which the same samples do not fire yet; none for an alert that fires at once. */
  readonly before?: string;
  /** Samples of a healthy installation close to the limit. The alert is silent at `after`, or at `silent` if it is given. */
  readonly good: Samples;
  readonly silent?: string;
};

export const inChain = (name: string, value: string) => ({ [`${name}{chain="North",instance="a"}`]: value });
