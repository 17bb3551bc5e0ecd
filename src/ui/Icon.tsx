const paths = {
  chevron: 'M6 9l6 6 6-6',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  flip: 'M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4',
  check: 'M5 12.5 10 17.5 19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 4.5 4.5',
  wallet:
    'M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6.5A1.5 1.5 0 0 1 5.5 5H17m-1 8.5h.01',
  warning: 'M12 4 2.8 19.5h18.4L12 4zm0 6v4m0 2.8v.01',
  question: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-2.4-11.2a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.8m0 2.7v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-10v5m0-8v.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0-13v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.2 2',
  book: 'M6 4h11.5v16H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm0 0v16m4.5-9a2 2 0 1 0 4 0 2 2 0 1 0-4 0zm-.5 5.5c.6-1.8 4.4-1.8 5 0',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17zM9.5 9h5m-5 4h5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-9-9h18M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3z',
  exit: 'M14 8V5H5v14h9v-3m-4-4h10m0 0-3-3m3 3-3 3',
} as const;

/** Icons that point in the reading direction, and so are mirrored in right-to-left languages. */
const MIRRORED: ReadonlySet<string> = new Set(['arrow', 'exit']);

export type IconName = keyof typeof paths;

type Props = { readonly name: IconName; readonly size?: number };

/** Decorative: place it beside text or inside a labelled control. */
export function Icon({ name, size = 20 }: Props) {
  return (
    <svg
      className={MIRRORED.has(name) ? 'mirrored' : undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
