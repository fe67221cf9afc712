export { Headline } from './Headline.tsx'
export { Outcome } from './Outcome.tsx'
