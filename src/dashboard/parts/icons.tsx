/** Returns an icon on a grid of 16, in the colour of its text. Screen readers skip it. */
const drawn = (path: string) => () => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const CloseIcon = drawn('M4 4l8 8M12 4l-8 8');
export const CheckIcon = drawn('M3 8.5l3.2 3.2L13 5');
export const CopyIcon = drawn('M6 5.5h7.5V14H6zM10 3V2H2.5v8.5H3.5');
export const DownIcon = drawn('M3.5 6L8 10.5 12.5 6');
export const DeleteIcon = drawn('M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4');
export const DownloadIcon = drawn('M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11');
export const BoltIcon = drawn('M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z');
export const MoreIcon = drawn('M3 8h.01M8 8h.01M13 8h.01');
export const UpIcon = drawn('M8 13V3.5M4 7l4-4 4 4');

export const Mark = () => (
  <svg viewBox="0 0 32 32" width="24" aria-hidden="true" fill="#fff">
    <rect width="32" height="32" rx="8" fill="var(--accent)" />
    <path d="M16 15.2c3.4 0 6.2 3.5 6.2 6.3 0 1.9-1.4 2.9-3 2.9-1.2 0-2-.6-3.2-.6s-2 .6-3.2.6c-1.6 0-3-1-3-2.9 0-2.8 2.8-6.3 6.2-6.3z" />
    <path d="M6.9 14.2a2.5 3 0 1 1 5 0a2.5 3 0 1 1-5 0M11 9.6a2.5 3 0 1 1 5 0a2.5 3 0 1 1-5 0M16.1 9.6a2.5 3 0 1 1 5 0a2.5 3 0 1 1-5 0M20.1 14.2a2.5 3 0 1 1 5 0a2.5 3 0 1 1-5 0" />
  </svg>
);
