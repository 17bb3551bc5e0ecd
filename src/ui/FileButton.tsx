import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { Button } from './Button.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'busy'> & {
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/** Chooses a file. Replaces the browser's file input, whose look and language can't be changed. */
export function FileButton({ label, accept, onFile, ...look }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this, choosing the same file again would fire no change event.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...look} onClick={() => (look.busy ? undefined : input.current?.click())}>
        {label}
      </Button>
    </>
  );
}
