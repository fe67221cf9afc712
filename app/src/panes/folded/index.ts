export { FoldedParts } from './FoldedParts.tsx'
