import { Dialog } from '../../ui/Dialog.tsx';
import { ChainPicker } from './ChainPicker.tsx';
import type { Choices } from './choices.ts';
import { TokenPicker } from './TokenPicker.tsx';

type Props = {
  readonly kind: 'origin' | 'destination' | 'token';
  readonly label: string;
  readonly choices: Choices;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** The app loads this module, and renders the closed dialog, when the user reaches for a selector. */
export function PickerDialog({ kind, ...props }: Props) {
  return (
    <Dialog title={props.label} isOpen={props.isOpen} onClose={props.onClose}>
      {kind === 'token' ? <TokenPicker {...props} /> : <ChainPicker side={kind} {...props} />}
    </Dialog>
  );
}
