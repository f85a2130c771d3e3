.PHONY: trial
trial: export PATH := $(PATH_TO_3_13)
trial: $(READY)  ## Try every check and command on django-oscar-api, on Python 3.13
	$(BIN)/tox run -e oscar
