/** Line drawings on a grid of 16 by 16, stroked 1.5 wide in the colour of the text. */
export const ICONS = {
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  done: 'M3 8.5l3.5 3.5L13 4.5',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM10.5 10.5l3.5 3.5',
  undo: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10',
  help: 'M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 1 1 0-12.5zM6.25 6.25a1.75 1.75 0 1 1 2.6 1.5c-.6.35-.85.7-.85 1.35M8 11.4v.01',
  present: 'M2 3h12v8.5H2zM5.5 14h5M8 11.5V14',
  light:
    'M8 5.25a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 1 1 0-5.5zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3.05 3.05l1.1 1.1M11.85 11.85l1.1 1.1M3.05 12.95l1.1-1.1M11.85 4.15l1.1-1.1',
  dark: 'M13.5 9.5A5.75 5.75 0 0 1 6.5 2.5a5.75 5.75 0 1 0 7 7z',
  system: 'M8 1.75a6.25 6.25 0 1 1 0 12.5zM8 1.75a6.25 6.25 0 0 0 0 12.5M9.5 5h3.6M9.5 8h4.6M9.5 11h3.6',
  reset: 'M3 3v3.5h3.5M3.3 6.2a5.25 5.25 0 1 1-.5 3.3',
  more: 'M3 8v.01M8 8v.01M13 8v.01',
  down: 'M4 6.5l4 4 4-4',
  shown:
    'M1.5 8C3 5.2 5.3 3.75 8 3.75S13 5.2 14.5 8C13 10.8 10.7 12.25 8 12.25S3 10.8 1.5 8zM8 6.1a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 1 1 0-3.8z',
  hidden: 'M1.5 8C3 5.2 5.3 3.75 8 3.75S13 5.2 14.5 8C13 10.8 10.7 12.25 8 12.25S3 10.8 1.5 8zM3 13.5 13 2.5',
  up: 'M4 9.5l4-4 4 4',
  next: 'M6 4l4 4-4 4',
  previous: 'M10 4L6 8l4 4',
  play: 'M4.5 2.75v10.5L13 8Z',
  pause: 'M5.5 3v10M10.5 3v10',
  stepForward: 'M4 3.5v9L10 8ZM12.5 3.5v9',
  stepBack: 'M12 3.5v9L6 8ZM3.5 3.5v9',
  toStart: 'M13 3.5v9L8 8ZM8 3.5v9L3 8Z',
  toEnd: 'M3 3.5v9L8 8ZM8 3.5v9L13 8Z',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  pin: 'M5.5 2h5M6.5 2v4L4 9h8L9.5 6V2M8 9v5',
  share: 'M8 10V2M4.5 5.5 8 2l3.5 3.5M3 8.5v5h10v-5',
  library: 'M2.5 2.5h3v11h-3zM5.5 2.5h3v11h-3zM10 3.6l2.4-.7L15 12.6l-2.4.7z',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
} as const

export type IconName = keyof typeof ICONS
