export { Outcome } from './Outcome.tsx'
export { Readings } from './Readings.tsx'
