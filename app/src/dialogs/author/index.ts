export { Author, TryBar } from './Author.tsx'
