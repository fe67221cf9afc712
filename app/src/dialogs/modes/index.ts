export { Modes } from './Modes.tsx'
