export { HandIn } from './HandIn.tsx'
export { HandOut } from './HandOut.tsx'
