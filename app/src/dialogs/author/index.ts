export { Author } from './Author.tsx'
export { TryBar } from './TryBar.tsx'
