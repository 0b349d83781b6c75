; Adds the app to "Open with" for XML files without changing the default app.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Scenewright.Template" "" "XML movie template"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Scenewright.Template\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "Scenewright.Template" ""
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "Scenewright.Template"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Scenewright.Template"
!macroend
