export type {
  AnswerView,
  ChangesView,
  ChangeText,
  DesignEntry,
  DesignRow,
  Details,
  Effects,
  FieldView,
  ObservedView,
  PlayedScenario,
  ReplayView,
  RequestViews,
  SentView,
  VersionsTable,
} from './answer.ts'
export { caveatOf, errorCount, withCaveat } from './caveat.ts'
export type { Answers, PictureForm, Question, Reply } from './decider-protocol.ts'
export { type Entry, freeName, type Incoming, inOrder, isEntry, matching, nameOf, stemOf } from './library-entry.ts'
export type { Found, NamedText } from './library-file.ts'
