export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, EditorFinding, LineMark, QuickFix, Remark, Reveal } from './props.ts'
