# Each project in an environment of its own, on its own requirements: tox.ini has them.
TRIALS := trial trial-drf trial-nautobot trial-label-studio trial-pulpcore
.PHONY: $(TRIALS)
$(TRIALS): export PATH := $(PATH_TO_3_13)
trial: $(READY)  ## Try every check and command on django-oscar-api, on Python 3.13
	$(BIN)/tox run -e oscar

trial-drf: $(READY)  ## Run REST framework's own tests while everything reads fast
	$(BIN)/tox run -e drf-tests

trial-nautobot: $(READY)  ## Ask Nautobot all its lists and objects, three ways, and measure
	$(BIN)/tox run -e nautobot -- --save
	$(BIN)/python -m benchmarks.report trials

trial-label-studio: $(READY)  ## Ask Label Studio all its lists and objects, and measure
	$(BIN)/tox run -e label-studio -- --save
	$(BIN)/python -m benchmarks.report trials

trial-pulpcore: $(READY)  ## Ask pulpcore all its lists and objects, and measure
	$(BIN)/tox run -e pulpcore -- --save
	$(BIN)/python -m benchmarks.report trials
