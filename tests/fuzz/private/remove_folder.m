function remove_folder(folder)
%REMOVE_FOLDER  Removes a folder of a fuzzer with its files, without asking.
  before = confirm_recursive_rmdir(false);
  rmdir(folder, 's');
  confirm_recursive_rmdir(before);
end
