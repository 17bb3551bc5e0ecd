import type { Figures } from '../../service/db/figures.ts';

/** The figures of a database without any row. */
export const EMPTY_FIGURES: Figures = {
  ...{
    open: [],
    waits: [],
    chains: [],
    halted: [],
    unsettled: [],
    incidents: [],
    pauses: 0,
    reserved: [],
    exposed: [],
  },
  ...{
    liquidity: [],
    sweeps: null,
    breaker: { stops: 0, flows: [], uncovered: 0n, readings: [] },
    books: [],
  },
};
