# Objects of SOURCES by CC with FLAGS below OUT, for the checks of this folder: only what changed is
# compiled again.
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
all: $(OBJECTS)
$(OUT)/%.o: %.c $(wildcard tests/check/hosts/*.h) tests/check/hosts/build.mk
	@mkdir -p $(@D)
	@$(CC) $(FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< -o $@ && touch $@
-include $(OBJECTS:.o=.d)
