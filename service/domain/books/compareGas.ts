/** The books of the hot wallet against its native balance on a chain, in wei. */
export type GasComparison = {
  readonly opening: bigint;
  /** What its transactions cost. */
  readonly burnt: bigint;
  /** The transactions whose cost is not known. */
  readonly unknown: number;
  /** What arrived. It leaves no log, so it is what the burnt gas does not explain. */
  readonly received: bigint;
  readonly closing: bigint;
  /** What is missing, as a negative number; 0 if nothing is. */
  readonly difference: bigint;
};

export type GasBalances = Pick<GasComparison, 'opening' | 'closing' | 'burnt' | 'unknown'>;

/** Compares what the hot wallet burnt with its balances. A payment to it can hide an equal loss: no log tells them apart. */
export function compareGas({ opening, closing, burnt, unknown }: GasBalances): GasComparison {
  const rest = closing - (opening - burnt);
  return {
    ...{ opening, burnt, unknown, closing },
    received: rest > 0n ? rest : 0n,
    difference: rest < 0n ? rest : 0n,
  };
}
