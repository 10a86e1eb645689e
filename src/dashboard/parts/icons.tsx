/** Drawn on a grid of 16, in the colour of the text beside it; the words say the same. */
const drawn = (path: string) => () => (
  <svg
    class="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);

export const CloseIcon = drawn('M4 4l8 8M12 4l-8 8');
export const CheckIcon = drawn('M3 8.5l3.2 3.2L13 5');
export const SearchIcon = drawn('M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L14 14');
export const CopyIcon = drawn('M6 5.5h7.5V14H6zM10 3V2H2.5v8.5H3.5');
export const DownIcon = drawn('M3.5 6L8 10.5 12.5 6');
export const PencilIcon = drawn(
  'M3 13l.6-2.9L10.8 3a1.6 1.6 0 0 1 2.2 2.2l-7.1 7.2zM9.6 4.2l2.2 2.2',
);
export const DeleteIcon = drawn('M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4');
export const ListIcon = drawn('M2.5 4h11M2.5 8h11M2.5 12h7');
export const ChevronIcon = drawn('M6 3.5L10.5 8 6 12.5');
export const PreviousIcon = drawn('M10 3.5L5.5 8l4.5 4.5');
export const FirstIcon = drawn('M11.5 3.5L7 8l4.5 4.5M4.5 3.5v9');
export const LastIcon = drawn('M4.5 3.5L9 8l-4.5 4.5M11.5 3.5v9');
export const DownloadIcon = drawn('M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11');
export const UploadIcon = drawn('M8 10.5v-8M4.5 6L8 2.5 11.5 6M2.5 13.5h11');
export const BoltIcon = drawn('M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z');

/** The mark of the page: a paw. */
export const Mark = () => <img src="__dashboard/favicon.svg" width="28" height="28" alt="" />;
