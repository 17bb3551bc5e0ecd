import { useExplorer } from '../../../context/useExplorer.ts';
import { depositSteps } from '../../../domain/desk/depositSteps.ts';
import type { DepositCase } from '../../../domain/desk/toCase.ts';
import { isMoving, paceIn } from '../../../domain/verdict/verdict.ts';
import { StepList } from '../../../ui/steps/StepList.tsx';
import { PaceLine } from '../../../ui/verdict/PaceLine.tsx';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { DepositSum } from './DepositSum.tsx';
import { explainedBy } from './explainedBy.ts';
import { FateNotice } from './FateNotice.tsx';
import { StepNote } from './StepNote.tsx';

type Props = { readonly one: DepositCase; readonly places: Places };

/** What happened to one deposit: the amount, the explanation, and the steps with their transactions. */
export function DepositStory({ one, places }: Props) {
  const explorer = useExplorer();
  const verdict = explainedBy(one.verdict);
  const pace = verdict && paceIn(verdict);
  return (
    <>
      <DepositSum one={one} places={places} />
      <FateNotice one={one} places={places} />
      {pace ? <PaceLine pace={pace} /> : null}
      <StepList
        steps={depositSteps(one)}
        places={places}
        tokenName={one.journey.tokenName ?? ''}
        explorer={explorer}
        isMoving={verdict !== null && isMoving(verdict)}
        note={(kind) => <StepNote kind={kind} one={one} />}
      />
    </>
  );
}
