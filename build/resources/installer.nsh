; Offers the app under "Open with" for XML files, and leaves what opens them now as it is.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Scenewright.Template" "" "XML movie template"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Scenewright.Template\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "Scenewright.Template" ""
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "Scenewright.Template"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Scenewright.Template"
!macroend
