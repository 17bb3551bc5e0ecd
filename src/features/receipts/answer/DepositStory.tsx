import { useExplorer } from '../../../context/useExplorer.ts';
import type { DepositCase } from '../../../domain/desk/judge.ts';
import { paceIn } from '../../../domain/verdict/verdict.ts';
import { aboutVerdict } from '../../../domain/verdict/verdictKinds.ts';
import { StepList } from '../../../ui/steps/StepList.tsx';
import { PaceLine } from '../../../ui/verdict/PaceLine.tsx';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { DepositSum } from './DepositSum.tsx';
import { FateNotice } from './FateNotice.tsx';
import { StepNote } from './StepNote.tsx';

type Props = { readonly one: DepositCase; readonly places: Places };

/** What happened to one deposit: the amount, the explanation, and the steps with their transactions. */
export function DepositStory({ one, places }: Props) {
  const explorer = useExplorer();
  const pace = paceIn(one.verdict);
  return (
    <>
      <DepositSum one={one} places={places} />
      <FateNotice one={one} places={places} />
      {pace ? <PaceLine pace={pace} /> : null}
      <StepList
        steps={one.steps}
        places={places}
        tokenName={one.journey.tokenName ?? ''}
        explorer={explorer}
        isMoving={aboutVerdict(one.verdict).isMoving === true}
        note={(kind) => <StepNote kind={kind} one={one} />}
      />
    </>
  );
}
