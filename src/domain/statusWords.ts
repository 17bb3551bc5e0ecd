import type { Details } from '#shared/wire/details.ts';
import type { ReasonCode, Step } from '#shared/wire/reasons.ts';
import { REASONS } from '#shared/wire/reasons.ts';

function because(reason: ReasonCode | null): string {
  return reason === null ? '' : `, because ${REASONS[reason]}`;
}

const WORDS: Record<Step, (reason: ReasonCode | null) => string> = {
  seen: () => 'The bridge has seen the deposit.',
  confirming: () => 'The bridge waits for confirmations of the deposit.',
  waiting_for_funds: (reason) => `The payout waits${because(reason)}. The bridge keeps trying.`,
  signing: (reason) => (reason === null ? 'The payout is next.' : `The payout is delayed${because(reason)}.`),
  sent: () => 'The bridge has sent the payout.',
  paused: (reason) => `The payout waits${because(reason)}.`,
  held: (reason) => `The transfer is on hold${because(reason)}. The bridge’s operator decides the next step.`,
  closed: (reason) => `The bridge closed the transfer${because(reason)}.`,
  refunding: (reason) => `The bridge refunds the deposit${because(reason)}.`,
  refunded: (reason) => `The bridge refunded the deposit${because(reason)}.`,
};

/** The app's words for the service's answer, from its fields. The sentence is for services that do not send them. */
export function statusWords({ step, reason }: Pick<Details, 'step' | 'reason'>, sentence: string): string {
  return step === null ? sentence : WORDS[step](reason);
}
