export type { AllowingChange } from './allowing-changes.ts'
export type {
  AnswerView,
  ChangesView,
  ChangeText,
  DesignEntry,
  Effects,
  FieldView,
  ObservedView,
  OutlineEntry,
  PrintedForms,
  RequestView,
  SentView,
  VersionsTable,
} from './answer.ts'
export type { PictureForm, WorkerApi } from './api.ts'
export type { AuthoredCourse, AuthoredLesson, LessonRow } from './author/course.ts'
export type { ChangedCourse } from './author/edits.ts'
export type { AnsweringStamp } from './author/judged-lessons.ts'
export type {
  GoalPreview,
  HintPreview,
  LessonPreview,
  PlayPreview,
  PredictionPreview,
  VerdictPreview,
} from './author/lesson-view.ts'
export { beyondLength, LONGEST_COURSE } from './author/limits.ts'
export { caveatOf, errorCount, isDesignUnread, unreadTexts, withCaveat } from './caveat.ts'
export type { ChangeView, ComparedVersions, PolicyDiffAnswer, PolicyDiffView } from './compared-policies.ts'
export type { SolutionView } from './lesson-help.ts'
export {
  freeName,
  type Incoming,
  inOrder,
  isEntry,
  type LibraryEntry,
  matchingEntries,
  nameOf,
  stemOf,
} from './library-entry.ts'
export type { Found } from './library-file.ts'
export type { LogProgress, WhichLog } from './log-files.ts'
export type {
  AskedConstraint,
  Forgotten,
  JudgedView,
  PlanForm,
  PlanView,
  RequestsView,
} from './migration.ts'
export type { Mending, Mistake, MistakesView } from './mistakes.ts'
export type {
  AccessListView,
  Askable,
  AskedWhomCan,
  Nobody,
  TypedSubject,
} from './policy-questions.ts'
export { NotAnswered, type RemoteWorker, startWorker } from './remote.ts'
export { receivedParts } from './sent-parts.ts'
