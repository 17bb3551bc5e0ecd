/** What a payment spends gas on, in the order of the table. */
export const STEPS = [
  'base and calldata',
  'record of the id',
  "record of the token's spending",
  'reading the record, the role and the caps',
  "the token's `transfer`",
  'balances before and after',
  'sending the native token',
  'the event `Paid`',
  'starting each payment of a batch',
  'computing',
] as const;
export type Step = (typeof STEPS)[number];

export type StepGas = ReadonlyMap<Step, number>;

/** One instruction of `debug_traceCall`. The `gasCost` of a call includes the gas that it forwards. */
export type Instruction = {
  readonly op: string;
  readonly depth: number;
  readonly gas: number;
  readonly gasCost: number;
  /** The topmost entry is the last. */
  readonly stack: readonly string[];
};

// The cost of an SSTORE that fills an empty slot.
const NEW_SLOT_GAS = 20_000;

const CALLS: ReadonlySet<string> = new Set(['CALL', 'STATICCALL']);
const SELF_CALL: Step = 'starting each payment of a batch';

/** Divides the gas of a call to the vault, which calls itself for each payment of a batch, into steps. */
export function divideGas(
  instructions: readonly Instruction[],
  { gasUsed, vault }: { readonly gasUsed: number; readonly vault: string },
): StepGas {
  const sums = new Map<Step, number>();
  const add = (step: Step, gas: number) => sums.set(step, (sums.get(step) ?? 0) + gas);
  // Indexed by depth: the step of all instructions inside a call of the vault. The vault's own code has none.
  const outer: (Step | undefined)[] = [];
  let spent = 0;
  for (const [index, instruction] of instructions.entries()) {
    const { op, depth, gasCost } = instruction;
    const step = outer[depth] ?? stepOf(instruction, vault);
    if (CALLS.has(op)) outer[depth + 1] = step === SELF_CALL ? undefined : step;
    const gas = CALLS.has(op) ? costOfCall(instructions, index) : gasCost;
    spent += gas;
    add(step, gas);
  }
  add('base and calldata', gasUsed - spent);
  return sums;
}

function stepOf(instruction: Instruction, vault: string): Step {
  return CALLS.has(instruction.op) ? stepOfCall(instruction, vault) : stepOfInstruction(instruction);
}

function stepOfCall({ op, stack }: Instruction, vault: string): Step {
  if (op === 'STATICCALL') return 'balances before and after';
  const [to, value] = [stack.at(-2) ?? '0x0', stack.at(-3) ?? '0x0'];
  if (BigInt(to) === BigInt(vault)) return SELF_CALL;
  return BigInt(value) === 0n ? "the token's `transfer`" : 'sending the native token';
}

function stepOfInstruction({ op, gasCost }: Instruction): Step {
  if (op === 'SSTORE') return gasCost >= NEW_SLOT_GAS ? 'record of the id' : "record of the token's spending";
  if (op === 'SLOAD') return 'reading the record, the role and the caps';
  return op.startsWith('LOG') ? 'the event `Paid`' : 'computing';
}

/** Without the gas that the called code used. */
function costOfCall(instructions: readonly Instruction[], index: number): number {
  const [call, first] = [instructions[index], instructions[index + 1]];
  if (call === undefined || first === undefined) throw new Error('the trace ends with a call');
  const after = instructions.slice(index + 1).find(({ depth }) => depth <= call.depth);
  const total = call.gas - (after?.gas ?? 0);
  if (first.depth <= call.depth) return total;
  const inside = instructions.slice(index + 1, after === undefined ? undefined : instructions.indexOf(after));
  const last = inside.at(-1) ?? first;
  return total - (first.gas - last.gas + last.gasCost);
}
