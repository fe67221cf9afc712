export { LibraryDialog } from './LibraryDialog.tsx'
export { readEntries } from './storage.ts'
