export { type LessonInput, lessonHtml } from './lesson-html.ts'
export { type ElementAttributes, liveElement, liveLesson } from './live-element.ts'
export { htmlPage } from './markup.ts'
export { type StaticInput, staticHtml } from './static-html.ts'
