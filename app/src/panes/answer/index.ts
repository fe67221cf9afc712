export { AnswerPane } from './AnswerPane.tsx'
