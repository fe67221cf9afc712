export { BackToLesson, LessonBar } from './LessonBar.tsx'
export { LessonHeader } from './LessonHeader.tsx'
export { LessonPane } from './LessonPane.tsx'
export { LessonProvider } from './lesson-context.tsx'
