import lessonStyle from './lesson.css?inline'

let sheet: CSSStyleSheet | undefined

/** The style of lessons, beside that of every element. */
export function lessonSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(lessonStyle)
  }
  return sheet
}

/** Adds rules for parts that few lessons have. */
export function extendLessonSheet(more: string): void {
  lessonSheet().replaceSync(lessonStyle + more)
}
