export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, LineMark, QuickFix, Remark, Reveal } from './props.ts'
