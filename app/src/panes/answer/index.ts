export { AnswerPane } from './AnswerPane.tsx'
export { Headline } from './Headline.tsx'
