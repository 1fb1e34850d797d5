#: tries = "leaves a program whose interpreter is itself"
#: expect = ["RUNTIME_ERROR"]
printf "#!/box/main\n" >main
chmod 755 main
